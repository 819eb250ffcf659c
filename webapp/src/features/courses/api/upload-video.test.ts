import type * as Tus from 'tus-js-client';
import { DetailedError, type HttpRequest, type HttpResponse, type UploadOptions } from 'tus-js-client';
import { uploadVideo } from './upload-video';

let options: UploadOptions;

// The client for Node, which the tests find, takes no files.
vi.mock('tus-js-client', async (original) => ({
  ...(await original<typeof Tus>()),
  Upload: class {
    constructor(_file: File, given: UploadOptions) {
      options = given;
    }
    findPreviousUploads = () => Promise.resolve([]);
    start = () => undefined;
  },
}));

const onFailed = vi.fn();
beforeEach(() => {
  onFailed.mockClear();
  uploadVideo(new File(['video'], 'lesson.mp4'), 'lesson', { onProgress: vi.fn(), onDone: vi.fn(), onFailed });
});

const request = (method: string) =>
  ({ getMethod: () => method, getHeader: () => undefined, getURL: () => '' }) as unknown as HttpRequest;
const response = (status: number) => ({ getStatus: () => status, getBody: () => '' }) as unknown as HttpResponse;

/** An error as the client makes them. */
const failure = (fields: Partial<DetailedError>) => Object.assign(new DetailedError('tus'), fields);

/** What the client makes of an answer: nothing, or the error that it asks about and reports. */
function errorAfter(method: string, status: number): DetailedError | undefined {
  try {
    void options.onAfterResponse?.(request(method), response(status));
    return undefined;
  } catch (error) {
    return failure({ causingError: error as Error, originalRequest: request(method), originalResponse: null });
  }
}
const isTriedAgain = (error: Error) => options.onShouldRetry?.(error as DetailedError, 0, options);

test.each([503, 504, 500, 429, 423])(
  'the question for the offset is asked again after %i, and no other upload begun',
  (status) => {
    const error = errorAfter('HEAD', status);
    expect(error).toBeDefined();
    expect(isTriedAgain(error as Error)).toBe(true);
  },
);

test.each([404, 410])('an upload that is gone is begun again: %i', (status) => {
  expect(errorAfter('HEAD', status)).toBeUndefined();
});

test('whoever is signed out meanwhile is told so at once, and keeps the upload', () => {
  const error = errorAfter('HEAD', 401) as Error;
  expect(isTriedAgain(error)).toBe(false);
  options.onError?.(error);
  expect(onFailed).toHaveBeenCalledWith(expect.objectContaining({ status: 401, code: 'unauthenticated' }));
});

test('other answers are the client’s to judge', () => {
  expect(errorAfter('HEAD', 200)).toBeUndefined();
  expect(errorAfter('PATCH', 503)).toBeUndefined();
  expect(isTriedAgain(failure({ originalResponse: response(503) }))).toBe(true);
  expect(isTriedAgain(failure({ originalResponse: response(403) }))).toBe(false);
});
