import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Notice } from '@/components/ui/notice';
import { RetryNotice } from '@/components/ui/retry-notice';
import { VideoSpace, VideoStill } from '@/components/ui/video-space';
import { defineMessages } from '@/i18n/define-messages';
import { isApiError, isTemporary } from '@/lib/api-error';
import type { Part, Playback, Progress } from '@/lib/models';
import { useOnline, useSaysOffline } from '@/lib/online';
import { painted } from '@/lib/painted';
import { queryClient } from '@/lib/query-client';
import { learnerSession } from '@/lib/session';
import { useStore } from '@/lib/store';
import { useWhenBack } from '@/lib/use-when-back';
import { fetchMyCourse, myCourseQueryOptions } from '../api/fetch-my-course';
import { loadPlayer } from '../load-player';
import { useProgressSaver } from '../use-progress-saver';
import { ContinueDialog } from './continue-dialog';
import type { LessonPlayerHandle } from './lesson-player';
import { LessonText } from './lesson-text';
import { PlayerKeys } from './player-keys';

/** After the lesson's own picture, which a slow link would else bring behind the player. */
const loadBehindPicture = async () => {
  await painted();
  return loadPlayer();
};
const LessonPlayer = lazy(loadBehindPicture);

const messages = defineMessages({
  failed: { id: 'watch.failed', defaultMessage: 'The video could not be loaded.' },
  offline: {
    id: 'watch.offline',
    defaultMessage: 'You are offline. Your progress is kept on this device and sent when you are online again.',
  },
  stopped: {
    id: 'watch.offline.stopped',
    defaultMessage: 'You are offline. The video continues by itself when the connection is back.',
  },
});

/** A saved place this near to the beginning, or to the end, is not worth a question. */
const EDGE_SECONDS = 5;

const worthGoingOn = (position: number, duration: number): boolean =>
  position > EDGE_SECONDS && (duration <= 0 || position < duration - EDGE_SECONDS);

export interface LessonProps {
  courseId: string;
  courseTitle: string;
  part: Part;
  playback: Playback;
  /** Where the learner left off, seconds. */
  position: number;
  /** Begins by itself, without a question: it follows another lesson. */
  follows: boolean;
  onProgress: (progress: Progress) => void;
  onRefused: (error: unknown) => void;
  onEnded: () => void;
}

/** One part: asks where to begin, plays it, and saves how far it was watched. */
export function Lesson({
  courseId,
  courseTitle,
  part,
  playback,
  position,
  follows,
  onProgress,
  onRefused,
  onEnded,
}: LessonProps) {
  const intl = useIntl();
  const session = useStore(learnerSession.state);
  const online = useOnline();
  useSaysOffline();
  const [savedAt] = useState(worthGoingOn(position, playback.duration) ? position : 0);
  // Not while the question stands.
  const [started, setStarted] = useState(savedAt === 0 || follows);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState('');
  // Until something plays again: the player that comes may fail too, and each try is then later than the one before.
  const [away, setAway] = useState(false);
  const reached = useRef(savedAt);
  const plays = useRef(follows);
  const player = useRef<LessonPlayerHandle>(null);
  // Also while the question stands; whoever shows the player says if it could not be loaded.
  useEffect(() => void loadBehindPicture().catch(() => undefined), []);
  // The button for the next lesson goes with the last one that it leads to.
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (follows && document.activeElement === document.body) section.current?.focus({ preventScroll: true });
  }, [follows]);
  const saver = useProgressSaver(courseId, part._id, onProgress, onRefused);
  // Each set of addresses has its own player. It resumes where the previous one was, and plays if that one was playing
  // or was told to: a learner who signs in again may press play before the new addresses have arrived.
  const stream = [playback.hls, attempt].join(' ');

  const tellRefusal = (error: unknown) => {
    if (isApiError(error) && (error.status === 403 || error.status === 404)) onRefused(error);
  };
  /** Asks what became of the course: an ended session moves on by itself, an ended course is told. */
  const fail = (mayPass: boolean) => {
    setFailed(stream);
    if (mayPass) setAway(true);
    if (navigator.onLine) fetchMyCourse(courseId).catch(tellRefusal);
  };
  const reload = async () => {
    try {
      await queryClient.fetchQuery({ ...myCourseQueryOptions(courseId), staleTime: 0 });
      setStarted(true);
      setAttempt(attempt + 1);
    } catch (error) {
      if (isTemporary(error)) setAway(true);
      tellRefusal(error);
    }
  };
  const playAgain = () => {
    plays.current = true;
    return reload();
  };
  // By itself it goes on as it was: a lesson that was paused stays paused.
  useWhenBack(() => void (failed === stream && reload()), { regularly: away });
  const begin = (at: number) => {
    if (player.current) return player.current.playFrom(at);
    reached.current = at;
    if (failed === stream) return void playAgain();
    plays.current = true;
    setStarted(true);
  };

  return (
    <section ref={section} tabIndex={-1} aria-label={part.title} className="outline-none">
      {!started && <ContinueDialog position={savedAt} onAnswer={(resume) => begin(resume ? savedAt : 0)} />}
      {failed === stream ? (
        <div className="grid aspect-video place-items-center rounded-card bg-sunken p-6">
          <RetryNotice onRetry={playAgain}>
            {intl.formatMessage(online ? messages.failed : messages.stopped)}
          </RetryNotice>
        </div>
      ) : started ? (
        <Suspense fallback={<VideoSpace poster={playback.poster} />}>
          <LessonPlayer
            key={stream}
            title={part.title}
            courseTitle={courseTitle}
            playback={playback}
            description={part.description}
            ref={player}
            startAt={() => reached.current}
            autoPlay={() => plays.current}
            watermark={(session ?? learnerSession.before())?.identity.fullname ?? ''}
            held={!session}
            onTick={(at, playing) => {
              if (playing) {
                reached.current = at;
                setAway(false);
              }
              saver.tick(at, playing);
            }}
            onPlay={() => {
              plays.current = true;
            }}
            onPause={() => {
              // A lesson paused by the end of the session resumes after signing in again.
              if (session) plays.current = false;
              saver.save();
            }}
            onJump={saver.save}
            onEnded={() => {
              saver.save();
              onEnded();
            }}
            onFailed={fail}
          />
        </Suspense>
      ) : (
        <VideoStill poster={playback.poster} />
      )}
      {!online && failed !== stream && (
        <div className="mt-4">
          <Notice severity="warn">{intl.formatMessage(messages.offline)}</Notice>
        </div>
      )}
      <LessonText part={part} onChoose={({ from }) => begin(from)} />
      <PlayerKeys />
    </section>
  );
}
