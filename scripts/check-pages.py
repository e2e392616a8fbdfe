#!/usr/bin/env python3
#
# Looks at the pages of the site in a browser.
#
#   scripts/check-pages.py FOLDER [--screenshots OTHER]
#
# FOLDER has the site (scripts/site.sh). Each page is shown by a Chromium without a
# window, as wide as on a desktop and as on a phone, in light and in dark. Fails if a
# page is wider than the window, if a picture does not load or has no text in its
# place, if a page logs an error, or if its text has little contrast. OTHER gets a
# picture of the top of each page.
#
# Debian's packages chromium, chromium-driver and python3-selenium are needed; the exit
# status is 77 where one is missing.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import os
import pathlib
import shutil
import sys

MISSING = 77

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
except ImportError:
    webdriver = None

# Name, width and height; text of a phone has to be readable without zoom.
WINDOWS = [("desktop", 1280, 900), ("phone", 390, 844)]
SCHEMES = ["light", "dark"]

# What is wrong with a page: a list of sentences.
PROBLEMS = """
const problems = [];
const name = e => {
  const text = (e.alt || e.textContent || '').trim().slice(0, 40);
  return '<' + e.tagName.toLowerCase() + '> "' + text + '"';
};
const width = document.documentElement.clientWidth;
if (document.documentElement.scrollWidth > width) {
  // The innermost elements that reach out, unless they scroll in an outer one.
  const scrolls = e => {
    for (let p = e.parentElement; p && p !== document.body; p = p.parentElement)
      if (getComputedStyle(p).overflowX !== 'visible')
        return true;
    return false;
  };
  const wide = [...document.body.querySelectorAll('*')].filter(
      e => e.getBoundingClientRect().right > width + 1 && !scrolls(e));
  const inner = wide.filter(e => !wide.some(o => o !== e && e.contains(o)));
  problems.push('is ' + document.documentElement.scrollWidth + ' pixels wide: ' +
                inner.slice(0, 3).map(name).join(', '));
}
for (const image of document.images) {
  if (!image.alt.trim())
    problems.push('has a picture without a text: ' + image.src);
  if (image.checkVisibility() && !(image.complete && image.naturalWidth))
    problems.push('has a picture that does not load: ' + image.src);
}
// The contrast of WCAG 2, between a text and the nearest background that is opaque.
const parts = color => color.match(/[0-9.]+/g).map(Number);
const luminance = color => {
  const [r, g, b] = parts(color).slice(0, 3).map(v => {
    v /= 255;
    return v <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const background = e => {
  for (; e; e = e.parentElement) {
    const color = getComputedStyle(e).backgroundColor;
    const [, , , alpha = 1] = parts(color);
    if (alpha === 1)
      return color;
  }
  return 'rgb(255, 255, 255)';
};
const seen = new Set();
for (const e of document.querySelectorAll('article *')) {
  if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) ||
      !e.checkVisibility())
    continue;
  const style = getComputedStyle(e);
  const behind = background(e);
  const key = style.color + behind;
  if (seen.has(key) || style.visibility !== 'visible' || style.opacity === '0' ||
      parts(style.color)[3] === 0)
    continue;
  seen.add(key);
  const [a, b] = [luminance(style.color), luminance(behind)].sort((x, y) => y - x);
  const contrast = (a + 0.05) / (b + 0.05);
  if (contrast < 3)
    problems.push('has text with a contrast of ' + contrast.toFixed(1) + ': ' + name(e));
}
return problems;
"""


def browser():
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for argument in ["--headless=new", "--hide-scrollbars", "--disable-gpu",
                     "--disable-dev-shm-usage", "--allow-file-access-from-files"]:
        options.add_argument(argument)
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")  # Chromium refuses root otherwise.
    options.set_capability("goog:loggingPrefs", {"browser": "SEVERE"})
    service = Service(shutil.which("chromedriver"))
    return webdriver.Chrome(service=service, options=options)


def set_window(driver, name, width, height, scheme):
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": 1,
        "mobile": name == "phone"})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": scheme}]})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--screenshots", type=pathlib.Path)
    arguments = parser.parse_args()
    missing = [package for package, is_there in [
        ("chromium", shutil.which("chromium")),
        ("chromium-driver", shutil.which("chromedriver")),
        ("python3-selenium", webdriver)] if not is_there]
    if missing:
        print("check-pages: the pages are not looked at, without a browser: "
              "apt-get install " + " ".join(missing), file=sys.stderr)
        return MISSING

    pages = sorted(page for page in arguments.folder.rglob("*.html")
                   if "_static" not in page.parts)
    if not pages:
        print(f"check-pages: {arguments.folder} has no pages", file=sys.stderr)
        return 2
    if arguments.screenshots:
        arguments.screenshots.mkdir(parents=True, exist_ok=True)
    failures = 0
    driver = browser()
    try:
        for name, width, height in WINDOWS:
            for scheme in SCHEMES:
                set_window(driver, name, width, height, scheme)
                for page in pages:
                    driver.get(page.resolve().as_uri())
                    problems = driver.execute_script(PROBLEMS)
                    problems += ["logs: " + entry["message"]
                                 for entry in driver.get_log("browser")]
                    for problem in problems:
                        print(f"{page.relative_to(arguments.folder)}, {name}, {scheme}: "
                              f"{problem}")
                    failures += len(problems)
                    if arguments.screenshots:
                        flat = str(page.relative_to(arguments.folder)).replace("/", "-")
                        driver.save_screenshot(str(
                            arguments.screenshots / f"{flat[:-5]}-{name}-{scheme}.png"))
    finally:
        driver.quit()
    print(f"{len(pages)} pages, {failures} problems in {len(WINDOWS) * len(SCHEMES)} forms")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
