/** The time zones that an academy may have, by the names of today's tzdata. */

/** What browsers still call by a former name, which a server without `tzdata-legacy` (Debian 13) does not know. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

const nameToday = (zone: string) => RENAMED[zone] ?? zone;

/** The zone of this device. */
export const deviceZone = (): string => nameToday(new Intl.DateTimeFormat().resolvedOptions().timeZone);

export const zoneNames = (): string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(nameToday)])];

/** The English of a country has short names (`EET`) in place of the countries that people look for. */
const namingLocale = (locale: string) => (locale.startsWith('en') ? 'en-001' : locale);

/** A zone as people look for it, by country or city: `Egypt Time (Africa/Cairo)`. */
export function describeZone(zone: string, locale: string): string {
  try {
    const format = new Intl.DateTimeFormat(namingLocale(locale), { timeZone: zone, timeZoneName: 'shortGeneric' });
    const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return `${name} (${zone.replaceAll('_', ' ')})`;
  } catch {
    // One that this browser does not know, because the server's tzdata is newer.
    return zone;
  }
}

const AT_ONCE = 20;

/**
 * Describes zones a few at a time: all 400 at once would keep a phone busy for a second. `done` gets the descriptions in
 * the same order; `finish` describes those that are left at once, and `stop` none of them.
 */
export function describeZones(zones: readonly string[], locale: string, done: (descriptions: string[]) => void) {
  const descriptions: string[] = [];
  let next: ReturnType<typeof setTimeout> | undefined;
  const go = (few: number) => {
    descriptions.push(
      ...zones.slice(descriptions.length, descriptions.length + few).map((zone) => describeZone(zone, locale)),
    );
    if (descriptions.length < zones.length) next = setTimeout(go, 0, AT_ONCE);
    else done(descriptions);
  };
  next = setTimeout(go, 0, AT_ONCE);
  const stop = () => clearTimeout(next);
  const finish = () => {
    stop();
    if (descriptions.length < zones.length) go(zones.length);
  };
  return { finish, stop };
}
