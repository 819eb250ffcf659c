/** Prints a table. */
export function table(title: string, columns: readonly string[], rows: readonly (readonly string[])[]): void;
