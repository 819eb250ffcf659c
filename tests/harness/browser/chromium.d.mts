/** What Playwright and Puppeteer launch. */
export declare const CHROMIUM: { executablePath: string; args: string[] };
