export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];
/** The limit of the REST contract. */
const MOST_BYTES = 5 * 1024 * 1024;

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));

/** Whether a file begins as a JPEG, PNG, WebP or AVIF does: the server looks at the content, too, and not at the name. */
function isPicture(head: Uint8Array): boolean {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return true;
  if (ascii(head, 0, 8) === '\x89PNG\r\n\x1a\n') return true;
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return true;
  return ascii(head, 4, 8) === 'ftyp' && /avi[fs]/.test(ascii(head, 8, 32));
}

/** Why the server would not take a picture; null when it may. */
export async function imageProblem(file: File): Promise<'type' | 'size' | null> {
  if (!isPicture(new Uint8Array(await file.slice(0, 32).arrayBuffer()))) return 'type';
  return file.size > MOST_BYTES ? 'size' : null;
}
