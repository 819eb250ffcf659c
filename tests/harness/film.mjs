// Test films: the moving test picture of ffmpeg, with a tone.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const QUICK = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '50'];

/** H.264 and AAC, which processing copies; of an option that is given twice, ffmpeg takes the last. */
export const h264 = (...options) => [...QUICK, '-c:a', 'aac', '-shortest', ...options];

/** Makes a film in `file`, in the format of its ending. `noise` is up to 100: the more, the larger. Returns `file`. */
export async function makeFilm(file, { size, seconds, rate = 25, noise = 0, silent = false, coding = h264() }) {
  const grain = noise > 0 ? `,noise=alls=${noise}:allf=t` : '';
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}:duration=${seconds}${grain}`];
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=48000:duration=${seconds}`];
  const inputs = silent ? picture : [...picture, ...sound];
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...inputs, ...coding, file]);
  return file;
}
