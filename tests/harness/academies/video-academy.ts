// An academy whose videos are in an S3 store, with one lesson of four segments.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { firstManager, newCourse, signIn, type Api, type Course, type MyCourse, type Playback } from '../api.ts';
import { Cluster } from '../cluster.ts';
import { MediaFolder, readyAsset, setVideos } from '../media.ts';
import { startS3, type S3Store } from '../s3-server.mjs';

const SECONDS = 20;

export class VideoAcademy {
  private constructor(
    readonly cluster: Cluster,
    readonly store: S3Store,
    readonly media: MediaFolder,
    readonly manager: Api,
    readonly course: Course,
    readonly assetId: string,
    /** For another edge: where the videos are. */
    readonly edgeFlags: readonly string[],
  ) {}

  /** `flags` are additional ones of `./academy run`; they may name files in the folder. */
  static async start(
    flags: (folder: string) => readonly string[] | Promise<readonly string[]> = () => [],
  ): Promise<VideoAcademy> {
    const [media, store] = [await MediaFolder.create(), await startS3()];
    const secrets = join(media.path, 'secrets');
    const lines = `aws_access_key_id=${store.accessKey}\naws_secret_access_key=${store.secretKey}\n`;
    await writeFile(secrets, lines, { mode: 0o600 });
    const place = `s3://${store.bucket}/main?region=${store.region}&endpoint=${store.url}`;
    const blobs = ['--blobs', place, '--s3-credentials', secrets];
    const cluster = await Cluster.start({ flags: ['--bot-check', 'off', ...blobs, ...(await flags(media.path))] });
    const manager = (await firstManager(cluster.url, await cluster.setupCode().catch(() => undefined))).api;
    const asset = await readyAsset(manager, await media.mp4('lesson.mp4', SECONDS));
    const course = await setVideos(manager, await newCourse(manager, 'Watched', ['One']), [asset._id]);
    return new VideoAcademy(cluster, store, media, manager, course, asset._id, [
      `--blobs=${place}`,
      `--s3_credentials=${secrets}`,
    ]);
  }

  /** The lesson's addresses for a learner who has the course. */
  async watch(email: string): Promise<{ readonly session: Api; readonly playback: Playback }> {
    const session = await signIn(this.cluster.url, email);
    const { result } = await session.must<{ result: MyCourse }>('POST', '/api/user-course/fetch-course', {
      courseId: this.course._id,
    });
    const [playback] = Object.values(result.playback);
    if (playback === undefined) throw new Error('the lesson has no video');
    return { session, playback };
  }

  /** The path of the asset's files at the store. */
  get storePath(): string {
    return `/${this.store.bucket}/main/media/${this.assetId}`;
  }

  async stop(): Promise<void> {
    await this.cluster.stop();
    await this.store.stop();
    await this.media.remove();
  }
}
