/** Writes Arabic digits, and those of Persian keyboards, as 0 to 9. */
export const plainDigits = (text: string): string =>
  text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0));

/**
 * Folds a text for comparison: case, Arabic letter forms (hamza and alef, ya and alef maqsura, ta marbuta and ha),
 * diacritics, tatweel and Arabic digits make no difference. The server's searches fold texts in the same way.
 */
export function foldText(text: string): string {
  const letters = text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/ؤ/g, 'و')
    .replace(/ئ/g, 'ي');
  return plainDigits(letters).toLowerCase().trim();
}
