import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { managerSession } from '@/lib/session';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { refuse } from '../testing';
import { MailTest } from './mail-test';

beforeEach(() => managerSession.start('t', { userId: 'm1', fullname: 'Mona', lastLogin: null }));

describe('the mail test', () => {
  const mail = (state: string, lastError = '') => ({ _id: 'mail1', to: 'owner@noor.test', state, lastError });
  const sending = (state: string, lastError = '') =>
    server.use(
      http.post('*/api/cm/mail/send-test', () => HttpResponse.json({ message: 'ok', result: mail('waiting') })),
      http.post('*/api/cm/mail/fetch-mails', () =>
        HttpResponse.json({ message: 'ok', result: [mail(state, lastError)], nextCursor: null }),
      ),
    );
  const send = async () => {
    const { user } = renderApp(<MailTest />);
    await user.click(screen.getByRole('button', { name: 'Send me a test e-mail' }));
  };

  test('says that the mail server took the mail', async () => {
    sending('sent');
    await send();
    expect(await screen.findByText(/accepted the e-mail/)).toHaveTextContent('owner@noor.test');
  });

  test('says what failed, in the mail server’s words', async () => {
    sending('failed', '550 no such user');
    await send();
    expect(await screen.findByRole('alert')).toHaveTextContent('550 no such user');
  });

  test('says what failed while it is tried again', async () => {
    sending('waiting', 'Connection refused');
    await send();
    expect(await screen.findByText('Connection refused')).toBeInTheDocument();
  });

  test('says that no mail server is known', async () => {
    server.use(http.post('*/api/cm/mail/send-test', () => refuse(409, 'mail_not_set_up')));
    await send();
    expect(await screen.findByRole('alert')).toHaveTextContent('--smtp');
  });
});
