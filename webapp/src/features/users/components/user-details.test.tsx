import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { academyInNewZealand, namedZones } from '@/testing/academy-zone';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { learner } from '../testing';
import { UserDetails } from './user-details';

test('the day on which a learner joined is the academy’s, and names its zone', async () => {
  academyInNewZealand();
  server.use(
    http.post('*/api/cm/user/fetch-user', () =>
      HttpResponse.json({
        message: 'ok',
        result: learner('l1', 'Sara', { createdAt: '2026-11-30T11:00:00.000Z' }),
      }),
    ),
  );
  renderApp(<UserDetails clientId="l1" />);
  expect(await screen.findByText('1 Dec 2026')).toBeInTheDocument();
  expect(namedZones()).toEqual(['(New Zealand Time)']);
});
