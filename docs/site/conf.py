# The documents as a site, by Sphinx and MyST: scripts/site.sh.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import re

from docutils import nodes
from sphinx import addnodes

# The sources are the root of the repository, so that links between the documents
# hold as they are.
_root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

project = "OmpScan"
copyright = "the OmpScan maintainers"
with open(os.path.join(_root, "CMakeLists.txt"), encoding="utf-8") as _file:
    version = release = re.search(r"^  VERSION (\S+)$", _file.read(), re.M)[1]

extensions = ["myst_parser"]
root_doc = "docs/site/index"
include_patterns = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md",
                    "docs/*.md", "docs/site/index.md", "benchmarks/README.md",
                    "benchmarks/results/README.md", "benchmarks/notes/*.md"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 4
suppress_warnings = ["misc.highlighting_failure", "myst.header"]

html_theme = "furo"
# That of the theme has little contrast on a line that is marked.
pygments_dark_style = "a11y-high-contrast-dark"
html_title = f"OmpScan {release}"
html_show_sphinx = False
html_copy_source = False


def _references(app, tree):
    """Links to anchors in HTML, `<a id="name">`, which MyST does not know, and
    to files that are no page of the site, which become text.
    scripts/check-links.py finds links that are broken."""
    here = app.env.docname
    for node in list(tree.findall(addnodes.pending_xref)):
        if node["reftype"] != "myst":
            continue
        if node["refdomain"] == "doc":
            document, name = node["reftarget"], node.get("reftargetid")
        else:
            document, name = here, node["reftarget"]
        if document not in app.env.found_docs:
            if os.path.exists(os.path.join(_root, document + ".md")):
                node.replace_self(node.children)
            continue
        if not name:
            continue
        with open(app.env.doc2path(document), encoding="utf-8") as file:
            if f'<a id="{name}">' not in file.read():
                continue
        address = "" if document == here else app.builder.get_relative_uri(here, document)
        node.replace_self(nodes.reference("", "", *node.children,
                                          refuri=f"{address}#{name}"))


def _titles(app, tree, docname):
    """Links that are named by a file, as in the repository, get the title of its
    page."""
    for node in tree.findall(nodes.reference):
        address = node.get("refuri", "").partition("#")[0]
        if not re.fullmatch(r"[\w/-]+\.md", node.astext()) or not address.endswith(".html"):
            continue
        page = os.path.normpath(os.path.join(
            os.path.dirname(docname), os.path.splitext(address)[0]))
        title = app.env.titles.get(page)
        if title:
            node.children = [nodes.Text(title.astext())]


def setup(app):
    app.connect("doctree-read", _references)
    app.connect("doctree-resolved", _titles)
