/**
 * The two sessions that a browser may hold, under the specification's storage keys (section 3). They are independent: a
 * manager and a learner may be signed in side by side. Nothing here calls the server.
 */
import { storageGet, storageSet } from './preferences';
import { Store } from './store';

/**
 * Why a session ended; null while it is active or before there was one. `automatic` is by a timer: a manager's eight hours,
 * a learner's idleness on a page. `unused` and `too-old` are the server's limits of a learner's session.
 */
export type EndReason =
  'logout' | 'automatic' | 'expired' | 'unused' | 'too-old' | 'another-device' | 'signed-out' | null;

/** Ends that nobody asked for. */
const UNASKED: readonly EndReason[] = ['automatic', 'expired', 'unused', 'too-old'];

interface LearnerIdentity {
  clientId: string;
  fullname: string;
}

interface ManagerIdentity {
  userId: string;
  fullname: string;
  lastLogin: string | null;
}

/** The sign-in on another device that ended a learner's session. */
export interface Takeover {
  signedInAt: string;
  /** User-Agent. */
  device: string;
}

interface SessionState<Identity> {
  token: string;
  identity: Identity;
}

/** Why the session ended, stored next to the token for this browser's other tabs. */
const END = 'End';

/** A manager's session lasts 8 hours (section 9). */
export const MANAGER_SESSION_MS = 28_800_000;

/** What both sessions have in common. */
abstract class Session<Identity> {
  readonly state: Store<SessionState<Identity> | null>;
  readonly endReason = new Store<EndReason>(null);
  readonly #read: () => SessionState<Identity> | null;
  readonly #keys: readonly string[];
  #before: SessionState<Identity> | null = null;

  /** The first of `keys` is the token's. */
  constructor(read: () => SessionState<Identity> | null, keys: readonly string[]) {
    this.#read = read;
    this.#keys = keys;
    this.state = new Store(read());
  }

  token(): string | null {
    return this.state.get()?.token ?? null;
  }

  /** The session that ended last on this page: its owner, and the token with which to ask about a takeover. */
  before(): SessionState<Identity> | null {
    return this.#before;
  }

  /** Whether to sign in again over the page instead of leaving it, because the person did not end the session. */
  mayReturn(): boolean {
    return this.#before !== null && UNASKED.includes(this.endReason.get());
  }

  /**
   * Ends this session here. If another tab has started a new one meanwhile, that one is adopted instead, because the
   * news of the old one's end is late. Signing out ends the new one too.
   */
  end(reason: EndReason): void {
    if (!this.state.get()) return;
    const stored = storageGet(String(this.#keys[0]));
    if (stored && stored !== this.token() && reason !== 'logout' && reason !== null) return this.reload();
    // Stored before the token is removed, because other tabs react to that and read the reason.
    storageSet(this.#keys[0] + END, reason);
    for (const key of this.#keys) storageSet(key, null);
    this.#over(reason);
  }

  /** Adopts what another tab stored. */
  reload(): void {
    const stored = this.#read();
    if (stored?.token === this.token()) return;
    if (stored) {
      this.endReason.set(null);
      this.state.set(stored);
    } else this.#over((storageGet(this.#keys[0] + END) as EndReason) ?? 'logout');
  }

  protected begin(token: string, identity: Identity): void {
    storageSet(this.#keys[0] + END, null);
    this.endReason.set(null);
    this.state.set({ token, identity });
  }

  #over(reason: EndReason): void {
    this.#before = this.state.get();
    this.endReason.set(reason);
    this.state.set(null);
  }
}

/** By the server's code. */
const LEARNER_ENDS: Partial<Record<string, EndReason>> = {
  signed_in_elsewhere: 'another-device',
  idle: 'unused',
  expired: 'too-old',
};

class LearnerSession extends Session<LearnerIdentity> {
  /** The server's information about the device that took over. */
  readonly takeover = new Store<Takeover | null>(null);

  constructor() {
    super(readLearner, ['clientToken', 'clientId', 'client']);
  }

  start(token: string, identity: LearnerIdentity): void {
    this.takeover.set(null);
    storageSet('clientId', identity.clientId);
    storageSet('client', JSON.stringify(identity));
    // Last, since other tabs follow it.
    storageSet('clientToken', token);
    this.begin(token, identity);
  }

  /** Ends a session that the server refuses with this code. */
  refused(code: string): void {
    this.end(LEARNER_ENDS[code] ?? 'expired');
  }
}

class ManagerSession extends Session<ManagerIdentity> {
  #timer: number | undefined;

  constructor() {
    super(readManager, ['token', 'userId', 'fullname', 'lastLogin', 'tokenExpiration']);
    // The login page says so, also after a reload.
    if (!this.token() && storageGet('token' + END) === 'automatic') this.endReason.set('automatic');
  }

  /** True if the last session ended by its timer: the automatic-logout flag of section 3. */
  endedAutomatically(): boolean {
    return this.endReason.get() === 'automatic';
  }

  start(token: string, identity: ManagerIdentity, lifetimeMs = MANAGER_SESSION_MS): void {
    storageSet('userId', identity.userId);
    storageSet('fullname', identity.fullname);
    storageSet('lastLogin', identity.lastLogin ?? '');
    storageSet('tokenExpiration', new Date(Date.now() + lifetimeMs).toISOString());
    // Last, since other tabs follow it.
    storageSet('token', token);
    this.begin(token, identity);
    this.armTimer();
  }

  /** Sets the logout timer from the stored expiry; none if that has passed (section 4). */
  armTimer(): void {
    window.clearTimeout(this.#timer);
    const left = Date.parse(storageGet('tokenExpiration') ?? '') - Date.now();
    if (this.state.get() && left > 0) this.#timer = window.setTimeout(() => this.end('automatic'), left);
  }

  /** Ends the session after the server refused it with this code. */
  refused(code: string): void {
    this.end(code === 'expired' ? 'automatic' : code === 'removed' || code === 'logout' ? 'signed-out' : 'expired');
  }

  override end(reason: EndReason): void {
    window.clearTimeout(this.#timer);
    super.end(reason);
  }

  override reload(): void {
    super.reload();
    this.armTimer();
  }
}

function readLearner(): SessionState<LearnerIdentity> | null {
  const token = storageGet('clientToken');
  if (!token) return null;
  try {
    const client = JSON.parse(storageGet('client') ?? '{}') as Partial<LearnerIdentity>;
    return {
      token,
      identity: { clientId: client.clientId ?? storageGet('clientId') ?? '', fullname: client.fullname ?? '' },
    };
  } catch {
    return { token, identity: { clientId: storageGet('clientId') ?? '', fullname: '' } };
  }
}

function readManager(): SessionState<ManagerIdentity> | null {
  const token = storageGet('token');
  if (!token) return null;
  return {
    token,
    identity: {
      userId: storageGet('userId') ?? '',
      fullname: storageGet('fullname') ?? '',
      lastLogin: storageGet('lastLogin') || null,
    },
  };
}

export const learnerSession = new LearnerSession();
export const managerSession = new ManagerSession();

/** Follows sign-ins and sign-outs in other tabs of this browser, including those that a page in the back/forward cache has missed. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === 'clientToken' || event.key === null) learnerSession.reload();
    if (event.key === 'token' || event.key === null) managerSession.reload();
  };
  const onShown = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    learnerSession.reload();
    managerSession.reload();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onShown);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onShown);
  };
}
