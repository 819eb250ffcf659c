// Debian's Chromium as the tests start it, whatever drives it.
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
// Chromium's own sandbox does not work for root.
const asRoot = process.getuid?.() === 0;

export const CHROMIUM = { executablePath: '/usr/bin/chromium', args: asRoot ? [...FLAGS, '--no-sandbox'] : FLAGS };
