/** Describes a User-Agent in a few words, so that people recognize their devices. Not for decisions in code. */
export interface Device {
  browser: string | null;
  system: string | null;
  kind: 'computer' | 'phone' | 'tablet';
}

// The first match counts, because browsers also claim to be others.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Microsoft Edge'],
  [/\b(?:OPR|OPiOS|OPT|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bHuaweiBrowser\//, 'Huawei Browser'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPad\b/, 'iPad'],
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\b(?:HarmonyOS|OpenHarmony)\b/, 'HarmonyOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\b(?:Linux|X11)\b/, 'Linux'],
];

const first = (rules: typeof BROWSERS, text: string): string | null =>
  rules.find(([pattern]) => pattern.test(text))?.[1] ?? null;

export function readDevice(userAgent: string): Device {
  const system = first(SYSTEMS, userAgent);
  let kind: Device['kind'] = 'computer';
  if (system === 'iPad' || /\bTablet\b/.test(userAgent)) kind = 'tablet';
  else if (/\bMobile\b/.test(userAgent) || system === 'iPhone') kind = 'phone';
  else if (system === 'Android') kind = 'tablet';
  return { browser: first(BROWSERS, userAgent), system, kind };
}
