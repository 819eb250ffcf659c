import Papa from 'papaparse';
import { foldText } from '@/lib/fold-text';

/** One line of what was pasted or loaded. */
export interface EmailRow {
  /** From 1, as a spreadsheet counts. */
  line: number;
  email: string;
  /** `2026-12-31`; empty leaves it to the form. What is no such date stays as it was written. */
  startDate: string;
  expiryDate: string;
}

const looksLikeEmail = (text: string) => /^[^\s@<>]+@[^\s@<>]+$/.test(text);

/** Without what stands around an address in mails and lists: `Sara <sara@x.test>`, `"sara@x.test"`. */
const bare = (text: string): string =>
  (/<([^<>]*)>/.exec(text)?.[1] ?? text)
    .trim()
    .replace(/^["'«]+|["'»]+$/g, '')
    .trim();

/** Addresses as people paste them: by line, comma, semicolon or space, with names before them or without. */
export function parseEmailList(text: string): EmailRow[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, index) =>
    line
      .split(/[,;،؛\t]/)
      .flatMap((piece) => {
        const address = bare(piece);
        // Several with nothing but spaces between them.
        return /<[^<>]*>/.test(piece) || !/\s/.test(address) ? [address] : address.split(/\s+/);
      })
      .filter((piece) => piece !== '')
      .map((email) => ({ line: index + 1, email, startDate: '', expiryDate: '' })),
  );
}

const START_HEADS = ['startdate', 'start', 'تاريخ البدء', 'البدايه', 'من'];
const EXPIRY_HEADS = ['expirydate', 'expiry', 'end', 'تاريخ الانتهاء', 'النهايه', 'الي'];
const EMAIL_HEADS = ['email', 'e-mail', 'البريد الالكتروني', 'البريد'];
const headOf = (text: string) =>
  foldText(text)
    .replace(/[_\s]+/g, ' ')
    .trim();
const isOneOf = (heads: readonly string[], text: string) =>
  heads.some((head) => headOf(head) === headOf(text) || headOf(head) === headOf(text).replace(/ /g, ''));

const SEPARATORS = [';', '\t', ','];

/** A CSV's cells, with `;`, `,` or tab between them; a quoted cell may hold any of these, and line ends. */
export function parseCsv(text: string): string[][] {
  const head = text.slice(0, text.search(/[\r\n]|$/));
  const count = (separator: string) => head.split(separator).length;
  const delimiter = SEPARATORS.reduce((best, one) => (count(one) > count(best) ? one : best), ',');
  // One kind of line end, and none behind the last line: Papa Parse knows one kind a file.
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  return lines === '' ? [] : Papa.parse<string[]>(lines, { delimiter, newline: '\n' }).data;
}

/** Whether a text is a day as assignments have it. Years of the Hijri calendar are none: they would be long past. */
export function isDay(text: string): boolean {
  const time = /^2\d{3}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  // 31 February would be a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * A date that begins with its year, as a day. Others stay as they are, to be refused: nobody can tell whether 3/4/2026 is
 * in March or in April.
 */
function toDay(text: string): string {
  const written = text.replace(/[\u200E\u200F\u061C]/g, '').trim();
  const [, year, month, day] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?$/i.exec(foldText(written)) ?? [];
  return year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : written;
}

/**
 * The rows of a CSV with addresses, and dates where it has such columns. The columns are known by their heads, or the
 * addresses by what they look like; a row without an address keeps what stands there, for the server to refuse by name.
 */
export function parseEmailCsv(text: string): EmailRow[] {
  const rows = parseCsv(text.replace(/^\uFEFF/, ''));
  const head = rows[0] ?? [];
  const headed = !head.some((cell) => looksLikeEmail(bare(cell)));
  const column = (heads: readonly string[]) => (headed ? head.findIndex((cell) => isOneOf(heads, cell)) : -1);
  const body = headed ? rows.slice(1) : rows;
  let emailAt = column(EMAIL_HEADS);
  if (emailAt < 0) {
    const width = Math.max(0, ...body.map((row) => row.length));
    const found = Array.from(
      { length: width },
      (_, at) => body.filter((row) => looksLikeEmail(bare(row[at] ?? ''))).length,
    );
    emailAt = Math.max(0, found.indexOf(Math.max(0, ...found)));
  }
  const startAt = column(START_HEADS);
  const expiryAt = column(EXPIRY_HEADS);
  return body.flatMap((row, index) => {
    if (row.every((cell) => cell.trim() === '')) return [];
    return {
      line: index + (headed ? 2 : 1),
      email: bare(row[emailAt] ?? '') || row.join(' ').trim(),
      startDate: toDay(row[startAt] ?? ''),
      expiryDate: toDay(row[expiryAt] ?? ''),
    };
  });
}

/** A file's text: UTF-8 with or without its mark, or what older spreadsheets write in Arabic. */
export async function readText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1256').decode(bytes);
  }
}
