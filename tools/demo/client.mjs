// A client of the public REST API and its tus uploads, with only what the demonstration needs.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const CHUNK = 4 * 1024 * 1024;

export class Client {
  #token;
  constructor(url) {
    this.url = url;
  }

  set token(token) {
    this.#token = token;
  }

  async call(method, path, body) {
    const headers = this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` };
    const form = body instanceof FormData;
    if (!form) headers['content-type'] = 'application/json';
    const response = await fetch(this.url + path, { method, headers, body: form ? body : JSON.stringify(body ?? {}) });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`);
    return answer;
  }

  /** Uploads a file and returns its asset's id. */
  async upload(path) {
    const bytes = await readFile(path);
    const headers = { authorization: `Bearer ${this.#token}`, 'tus-resumable': '1.0.0' };
    const created = await fetch(`${this.url}/api/cm/media/uploads`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(bytes.length),
        'upload-metadata': `filename ${btoa(basename(path))},filetype ${btoa('video/mp4')}`,
      },
    });
    const location = created.headers.get('location');
    if (created.status !== 201 || location === null) throw new Error(`the upload was refused: ${created.status}`);
    for (let offset = 0; offset < bytes.length;) {
      const answer = await fetch(new URL(location, this.url), {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        body: bytes.subarray(offset, offset + CHUNK),
      });
      if (answer.status !== 204) throw new Error(`the upload broke: ${answer.status}`);
      offset = Number(answer.headers.get('upload-offset'));
    }
    return location.split('/').at(-1);
  }

  /** Waits until the video is ready; throws if processing fails. */
  async ready(assetId) {
    for (;;) {
      const { result } = await this.call('POST', '/api/cm/media/fetch-asset', { assetId });
      if (result.status === 'ready') return;
      if (result.status === 'failed') throw new Error(`a video could not be processed: ${result.error}`);
      await pause(250);
    }
  }
}
