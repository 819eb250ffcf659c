// A tus client that sends exactly as many bytes as it is told, and no end.
import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';

import { type Api } from './api.ts';
import { until } from './until.ts';

const TUS = { 'Tus-Resumable': '1.0.0' };

export class RawUpload {
  private constructor(
    private readonly manager: Api,
    /** The upload's id, which is also the asset's. */
    readonly id: string,
    private readonly content: Buffer,
  ) {}

  static async create(manager: Api, content: Buffer): Promise<RawUpload> {
    const answer = await fetch(`${manager.url}/api/cm/media/uploads`, {
      method: 'POST',
      headers: {
        ...TUS,
        Authorization: `Bearer ${manager.token ?? ''}`,
        'Upload-Length': String(content.length),
        'Upload-Metadata': `filename ${Buffer.from('lesson.mp4').toString('base64')}`,
      },
    });
    const id = answer.headers.get('location')?.split('/').at(-1);
    if (answer.status !== 201 || id === undefined) throw new Error(`no upload: ${answer.status}`);
    return new RawUpload(manager, id, content);
  }

  private get headers(): Record<string, string> {
    return { ...TUS, Authorization: `Bearer ${this.manager.token ?? ''}` };
  }

  private get url(): string {
    return `${this.manager.url}/api/cm/media/uploads/${this.id}`;
  }

  /** The offset at which to go on, as soon as somebody answers. */
  async offset(): Promise<number> {
    return until(
      'the offset',
      async () => {
        const answer = await fetch(this.url, { method: 'HEAD', headers: this.headers });
        return answer.status === 200 ? { at: Number(answer.headers.get('upload-offset')) } : undefined;
      },
      60_000,
    ).then(({ at }) => at);
  }

  /** Deletes the upload; the status of the answer. */
  async remove(): Promise<number> {
    return (await fetch(this.url, { method: 'DELETE', headers: this.headers })).status;
  }

  /** Begins to send the rest from `offset` on, and resolves when the first `count` bytes are on their way. */
  async send(offset: number, count: number): Promise<Sending> {
    const call = request(this.url, {
      method: 'PATCH',
      headers: {
        ...this.headers,
        'Upload-Offset': String(offset),
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': String(this.content.length - offset),
      },
    });
    const sending = new Sending(call);
    await sending.write(this.content.subarray(offset, offset + count));
    return sending;
  }

  /** Sends the rest, with its end; the status of the answer. */
  async finish(offset: number): Promise<number> {
    const sending = await this.send(offset, this.content.length - offset);
    return sending.ended;
  }
}

/** A request whose body goes on. */
export class Sending {
  /** The status of the answer; 0 when the connection broke. */
  readonly ended: Promise<number>;

  constructor(private readonly call: ClientRequest) {
    this.ended = once(call, 'response').then(
      ([answer]: IncomingMessage[]) => {
        answer?.resume();
        return answer?.statusCode ?? 0;
      },
      () => 0,
    );
  }

  /** Resolves when the system has taken the bytes, or the request has ended. */
  async write(bytes: Buffer): Promise<void> {
    const taken = new Promise<void>((resolve) => this.call.write(bytes, () => resolve()));
    await Promise.race([taken, this.ended]);
  }

  drop(): void {
    this.call.destroy();
  }
}
