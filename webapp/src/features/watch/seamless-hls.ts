import Hls, { type HlsConfig, type HlsListeners, type MediaFragment } from 'hls.js';
import { PATIENCE_SECONDS } from './link-speed';

/** A segment's length while the playlist that tells it is not there. */
const SEGMENT_SECONDS = 6;
/** What is left of a segment that is not worth the wait for it and then for the next one. */
const REST_SECONDS = 0.5;
/** A segment may begin slightly later than its playlist says. */
const ROUNDING_SECONDS = 0.05;

/**
 * Keeps a slow link from stopping the lesson. A quality that was chosen comes from the next segment on that can still be
 * fetched in time; until then, and after a jump, plays what comes soon. One that the link cannot carry is given up.
 */
export class SeamlessHls extends Hls {
  /** The chosen quality was given up: it is automatic again. */
  onTooSlow?: () => void;
  private measured = false;
  private loading = -1;
  private switched = false;

  constructor(config?: Partial<HlsConfig>) {
    super(config);
    this.on(Hls.Events.FRAG_BUFFERED, () => (this.measured = true));
    this.on(Hls.Events.FRAG_LOADING, (_event, { frag }) => this.giveUp(frag.level));
    // Before Hls itself looks for the segment.
    this.on(Hls.Events.MEDIA_ATTACHING, (_event, { media }) => media?.addEventListener('seeking', this.leaveRest));
    this.on(Hls.Events.MEDIA_DETACHING, () => this.media?.removeEventListener('seeking', this.leaveRest));
  }

  override get currentLevel(): number {
    return super.currentLevel;
  }

  /**
   * The player sets this, with which Hls throws away what it has and waits for the new quality. It also does so when it
   * hears what plays now, which is no choice.
   */
  override set currentLevel(level: number) {
    if (!this.switched && level !== this.manualLevel) this.nextLevel = level;
  }

  override trigger<E extends keyof HlsListeners>(event: E, data: Parameters<HlsListeners[E]>[1]): boolean {
    const before = this.switched;
    this.switched ||= event === Hls.Events.LEVEL_SWITCHED;
    try {
      return super.trigger(event, data);
    } finally {
      this.switched = before;
    }
  }

  override get nextLoadLevel(): number {
    const level = super.nextLoadLevel;
    if (this.autoLevelEnabled || this.comesInTime(level)) return level;
    return Math.min(level, this.nextAutoLevel);
  }

  override set nextLoadLevel(level: number) {
    super.nextLoadLevel = level;
  }

  /** How long a segment of that quality takes, seconds; nothing if that is unknown. */
  private secondsOf(index: number): number {
    const level = this.levels[index];
    const speed = this.bandwidthEstimate;
    if (!level || !(speed > 0)) return 0;
    const trip = this.ttfbEstimate / 1000;
    const length = level.details?.averagetargetduration ?? SEGMENT_SECONDS;
    return (level.details ? trip : 2 * trip) + (level.maxBitrate * length) / speed;
  }

  private comesInTime(index: number): boolean {
    const { media } = this;
    const buffered = this.mainForwardBufferInfo?.len ?? 0;
    // Whoever pauses waits for the chosen quality.
    if (!media || (media.paused && buffered > 0)) return true;
    // In another quality Hls may load the last segment again: its sound ends a little before its pictures.
    const again = index === this.loading ? 0 : SEGMENT_SECONDS;
    return this.secondsOf(index) <= Math.max((buffered - again) / (media.playbackRate || 1), PATIENCE_SECONDS);
  }

  private giveUp(loading: number): void {
    this.loading = loading;
    const chosen = this.manualLevel;
    if (!this.measured || chosen === -1 || loading >= chosen) return;
    // After a jump only one segment is of another quality.
    if (this.bandwidthEstimate >= (this.levels[chosen]?.averageBitrate ?? 0)) return;
    this.loadLevel = -1;
    this.onTooSlow?.();
  }

  private readonly leaveRest = () => {
    const { media } = this;
    if (!media || 2 * this.secondsOf(0) < PATIENCE_SECONDS) return;
    const at = media.currentTime;
    for (let i = 0; i < media.buffered.length; ++i) {
      if (media.buffered.start(i) <= at && at < media.buffered.end(i)) return;
    }
    const after = (fragment: MediaFragment) => fragment.start > at;
    const next = this.levels[this.loadLevel]?.details?.fragments.find(after);
    if (next && next.start - at < REST_SECONDS) media.currentTime = next.start + ROUNDING_SECONDS;
  };
}
