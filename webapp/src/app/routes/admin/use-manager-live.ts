import { useEffect } from 'react';
import { learnWhyEnded } from '@/features/manager-auth/api/restore';
import { openLive } from '@/lib/live';
import { listOfOnline, onlineUsers } from '@/lib/online-users';
import { managerSession } from '@/lib/session';

/** The live connection of the shell: who is online, and the end of this session. */
export function useManagerLive(token: string | null): void {
  useEffect(() => {
    const close = openLive(token, {
      onlineUsers: (users) => onlineUsers.set(listOfOnline(users.map(({ userId }) => userId))),
      onlineCount: ({ total }) => onlineUsers.set({ total, ids: null }),
      logout: () => void learnWhyEnded(),
      refused: (code) => managerSession.refused(code),
    });
    return () => {
      close();
      onlineUsers.set(null);
    };
  }, [token]);
}
