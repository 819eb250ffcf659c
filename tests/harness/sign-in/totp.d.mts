/** The code that is `steps` steps from now. A code is good one step early, so that a test needs not wait for the next. */
export function totpCode(secret: string, steps?: number): string;
