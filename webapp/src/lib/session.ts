/**
 * The two sessions a browser may hold, under the storage keys that the specification names (section 3). They are
 * apart: a manager and a learner may be signed in side by side. Nothing here calls the server.
 */
import { storageGet, storageSet } from './preferences';
import { Store } from './store';

/**
 * Why a session ended; null while it lives or before there was one. `automatic` is by a timer: a manager's eight hours,
 * a learner's idleness.
 */
export type EndReason = 'logout' | 'automatic' | 'expired' | 'another-device' | 'signed-out' | null;

interface LearnerIdentity {
  clientId: string;
  fullname: string;
}

interface ManagerIdentity {
  userId: string;
  fullname: string;
  lastLogin: string | null;
}

/** The sign-in that ended a learner's session from another device. */
export interface Takeover {
  signedInAt: string;
  /** User-Agent. */
  device: string;
}

interface SessionState<Identity> {
  token: string;
  identity: Identity;
}

/** With the token's key: why that session ended, for this browser's other tabs. */
const END = 'End';

/** The manager's session lives 8 hours (section 9). */
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

  /** The session that ended last on this page: whose page it is, and what a takeover is asked with. */
  before(): SessionState<Identity> | null {
    return this.#before;
  }

  /** Whether who was on a page signs in again over it, instead of being sent away: nobody asked for that end. */
  mayReturn(): boolean {
    const reason = this.endReason.get();
    return this.#before !== null && (reason === 'automatic' || reason === 'expired');
  }

  /**
   * Ends this session here. One that another tab has begun meanwhile is taken over instead: word of the old one's end
   * comes late. Who leaves leaves that one too.
   */
  end(reason: EndReason): void {
    if (!this.state.get()) return;
    const stored = storageGet(String(this.#keys[0]));
    if (stored && stored !== this.token() && reason !== 'logout' && reason !== null) return this.reload();
    // Before the token goes: other tabs hear of that, and read why.
    storageSet(this.#keys[0] + END, reason);
    for (const key of this.#keys) storageSet(key, null);
    this.#over(reason);
  }

  /** Takes over what another tab wrote. */
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

class LearnerSession extends Session<LearnerIdentity> {
  /** What the server told of the device that took over. */
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
}

class ManagerSession extends Session<ManagerIdentity> {
  #timer: number | undefined;

  constructor() {
    super(readManager, ['token', 'userId', 'fullname', 'lastLogin', 'tokenExpiration']);
    // The login says so after a reload, too.
    if (!this.token() && storageGet('token' + END) === 'automatic') this.endReason.set('automatic');
  }

  /** True when the last session ended by its timer: the automatic-logout flag of section 3. */
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

  /** Sets the logout timer from the stored expiry; none when that has passed (section 4). */
  armTimer(): void {
    window.clearTimeout(this.#timer);
    const left = Date.parse(storageGet('tokenExpiration') ?? '') - Date.now();
    if (this.state.get() && left > 0) this.#timer = window.setTimeout(() => this.end('automatic'), left);
  }

  /** Ends a session that the server refuses with this code. */
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

/** Follows sign-ins and sign-outs of other tabs of this browser, those too that a page kept for "back" has slept through. */
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
