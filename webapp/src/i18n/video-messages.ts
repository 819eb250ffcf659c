import type { MessageDescriptor } from 'react-intl';
import { defineMessages } from './define-messages';

/** Why a video waits for its processing, or why that failed, by the server's codes. */
const reasonTexts = defineMessages({
  storage_unavailable: { id: 'video.reason.storage', defaultMessage: 'The file store is not available.' },
  database_unavailable: { id: 'video.reason.database', defaultMessage: 'The database is not available.' },
  disk_full: { id: 'video.reason.disk', defaultMessage: 'The server has no space left.' },
  ffmpeg_unavailable: {
    id: 'video.reason.ffmpeg',
    defaultMessage: 'The program that processes videos is not working on the server.',
  },
  source_missing: {
    id: 'video.reason.source',
    defaultMessage: 'The server cannot find the uploaded file.',
  },
  interrupted: { id: 'video.reason.interrupted', defaultMessage: 'Processing was interrupted.' },
  processing_crashed: {
    id: 'video.reason.crashed',
    defaultMessage: 'The program that processes videos crashed on this file.',
  },
  processing_too_slow: { id: 'video.reason.slow', defaultMessage: 'Processing took too long.' },
  file_empty: { id: 'video.reason.empty', defaultMessage: 'The file is empty.' },
  not_video: { id: 'video.reason.notVideo', defaultMessage: 'The file is not a video.' },
  no_video_track: { id: 'video.reason.noTrack', defaultMessage: 'The file has sound but no picture.' },
  video_damaged: { id: 'video.reason.damaged', defaultMessage: 'The file is damaged or incomplete.' },
  video_unreadable: { id: 'video.reason.unreadable', defaultMessage: 'The file is damaged or of an unknown type.' },
  picture_too_large: { id: 'video.reason.large', defaultMessage: 'The video’s picture is too large.' },
  video_too_long: { id: 'video.reason.long', defaultMessage: 'The video is longer than a day.' },
  duration_unknown: {
    id: 'video.reason.duration',
    defaultMessage: 'The video contains no information about its length.',
  },
});

export const reasonText = (code: string): MessageDescriptor | undefined =>
  (reasonTexts as Partial<Record<string, MessageDescriptor>>)[code];
