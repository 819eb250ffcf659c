// Makes the demonstration's pictures and videos with ffmpeg: moving colours, the titles, a clock, a quiet tone.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FONT = '/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf';

/** Writes a text to a file, so that ffmpeg does not interpret its characters. */
async function textFile(folder, name, text) {
  const path = join(folder, `${name}.txt`);
  await writeFile(path, text);
  return path;
}

const drawn = (source, size, y) =>
  `drawtext=fontfile=${FONT}:${source}:fontsize=${size}:fontcolor=white:borderw=3:bordercolor=black@0.45:` +
  `x=(w-text_w)/2:y=${y}`;

const gradients = (size, [from, to], options) =>
  `gradients=size=${size}:c0=${from}:c1=${to}:x0=0:y0=0:nb_colors=2:${options}`;

export async function picture(folder, course, name) {
  const file = join(folder, `${name}.png`);
  const title = await textFile(folder, `${name}-title`, course.title);
  const filters = drawn(`textfile=${title}`, 58, '(h-text_h)/2');
  await run('ffmpeg', [
    ...[
      '-v',
      'error',
      '-nostdin',
      '-y',
      '-f',
      'lavfi',
      '-i',
      gradients('1280x720', course.colours, 'speed=0.00001:duration=1'),
    ],
    ...['-vf', filters, '-frames:v', '1', file],
  ]);
  return file;
}

export async function video(folder, course, part, name) {
  const file = join(folder, `${name}.mp4`);
  const title = await textFile(folder, `${name}-title`, part.title);
  const subtitle = await textFile(folder, `${name}-course`, course.title);
  const clock = 'text=%{pts\\\\:hms}';
  const filters = [
    drawn(`textfile=${title}`, 32, 'h*0.36'),
    drawn(`textfile=${subtitle}`, 20, 'h*0.54'),
    drawn(clock, 22, 'h*0.82'),
  ].join(',');
  const tone = 220 + 55 * (part.title.length % 6);
  await run('ffmpeg', [
    ...['-v', 'error', '-nostdin', '-y', '-f', 'lavfi'],
    ...['-i', gradients('640x360', course.colours, `rate=25:speed=0.02:duration=${part.seconds}`)],
    ...['-f', 'lavfi', '-i', `sine=frequency=${tone}:sample_rate=48000:duration=${part.seconds}`],
    ...[
      '-vf',
      filters,
      '-af',
      'volume=0.1',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
      '-g',
      '50',
    ],
    ...['-c:a', 'aac', '-b:a', '96k', '-movflags', '+faststart', '-shortest', file],
  ]);
  return file;
}
