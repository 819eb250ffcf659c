import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { academyInNewZealand, namedZones } from '@/testing/academy-zone';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { ManagerProfile } from './manager-profile';

test('the day since which somebody is a manager is the academy’s, and names its zone', async () => {
  academyInNewZealand();
  server.use(
    http.post('*/api/cm/auth/check', () =>
      HttpResponse.json({
        message: 'ok',
        result: {
          _id: 'm1',
          role: 'owner',
          fullname: 'Mona',
          email: 'mona@academy.example',
          lastLogin: null,
          createdAt: '2026-11-30T11:00:00.000Z',
        },
      }),
    ),
  );
  renderApp(<ManagerProfile />);
  expect(await screen.findByText('1 Dec 2026')).toBeInTheDocument();
  expect(namedZones()).toEqual(['(New Zealand Time)']);
});
