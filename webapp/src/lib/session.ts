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

export interface LearnerIdentity {
  clientId: string;
  fullname: string;
}

export interface ManagerIdentity {
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

/** The manager's session lives 8 hours (section 9). */
export const MANAGER_SESSION_MS = 28_800_000;

class LearnerSession {
  readonly state = new Store<SessionState<LearnerIdentity> | null>(readLearner());
  readonly endReason = new Store<EndReason>(null);
  /** What the server told of the device that took over. */
  readonly takeover = new Store<Takeover | null>(null);
  #before: SessionState<LearnerIdentity> | null = null;

  token(): string | null {
    return this.state.get()?.token ?? null;
  }

  /** The session that ended last on this page: whose page it is, and what a takeover is asked with. */
  before(): SessionState<LearnerIdentity> | null {
    return this.#before;
  }

  start(token: string, identity: LearnerIdentity): void {
    this.takeover.set(null);
    storageSet('clientToken', token);
    storageSet('clientId', identity.clientId);
    storageSet('client', JSON.stringify(identity));
    this.endReason.set(null);
    this.state.set({ token, identity });
  }

  end(reason: EndReason): void {
    const ended = this.state.get();
    if (!ended) return;
    this.#before = ended;
    for (const key of ['clientToken', 'clientId', 'client']) storageSet(key, null);
    this.endReason.set(reason);
    this.state.set(null);
  }

  /** Takes over what another tab wrote. */
  reload(): void {
    const stored = readLearner();
    if (stored?.token === this.token()) return;
    if (!stored) {
      this.#before = this.state.get();
      this.endReason.set('logout');
    }
    this.state.set(stored);
  }
}

class ManagerSession {
  readonly state = new Store<SessionState<ManagerIdentity> | null>(readManager());
  readonly endReason = new Store<EndReason>(null);
  #timer: number | undefined;

  token(): string | null {
    return this.state.get()?.token ?? null;
  }

  /** True when the last session ended by its timer: the automatic-logout flag of section 3. */
  endedAutomatically(): boolean {
    return this.endReason.get() === 'automatic';
  }

  start(token: string, identity: ManagerIdentity, lifetimeMs = MANAGER_SESSION_MS): void {
    storageSet('token', token);
    storageSet('userId', identity.userId);
    storageSet('fullname', identity.fullname);
    storageSet('lastLogin', identity.lastLogin ?? '');
    storageSet('tokenExpiration', new Date(Date.now() + lifetimeMs).toISOString());
    this.endReason.set(null);
    this.state.set({ token, identity });
    this.armTimer();
  }

  /** Sets the logout timer from the stored expiry; none when that has passed (section 4). */
  armTimer(): void {
    window.clearTimeout(this.#timer);
    const left = Date.parse(storageGet('tokenExpiration') ?? '') - Date.now();
    if (this.state.get() && left > 0) this.#timer = window.setTimeout(() => this.end('automatic'), left);
  }

  end(reason: EndReason): void {
    window.clearTimeout(this.#timer);
    if (!this.state.get()) return;
    for (const key of ['token', 'userId', 'fullname', 'lastLogin', 'tokenExpiration']) storageSet(key, null);
    this.endReason.set(reason);
    this.state.set(null);
  }

  reload(): void {
    const stored = readManager();
    if (stored?.token === this.token()) return;
    if (!stored) this.endReason.set('logout');
    this.state.set(stored);
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

/** Follows sign-ins and sign-outs of other tabs of this browser. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === 'clientToken' || event.key === null) learnerSession.reload();
    if (event.key === 'token' || event.key === null) managerSession.reload();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
