import { http, HttpResponse } from 'msw';
import { managerSession } from '@/lib/session';
import { server } from '@/testing/server';
import { logoutManager } from './logout';

test('signing out drops the drafts of that manager, and of nobody else', async () => {
  server.use(http.post('*/api/cm/auth/logout', () => HttpResponse.json({ message: 'ok' })));
  managerSession.start('t', { userId: 'm1', fullname: 'Sara', lastLogin: null });
  for (const key of ['draft:m1:form', 'draft:m1:form:seen', 'draft:m2:form', 'draft::visitor:message']) {
    sessionStorage.setItem(key, '1');
  }
  await logoutManager();
  expect(Object.keys(sessionStorage).sort()).toEqual(['draft::visitor:message', 'draft:m2:form']);
});
