extern int *values, count;
void put(void);
void get(void);
void scan_values(void);
void negate_on_host(void);
