import { screen } from '@testing-library/react';
import { renderApp } from '@/testing/render';
import { ContinueDialog } from './continue-dialog';

test.each([
  ['en', 'Continue Watching?', 'Resume', 'Start over'],
  ['ar', 'متابعة المشاهدة؟', 'متابعة', 'البدء من جديد'],
] as const)('asks in %s and gives the answer', async (locale, title, resume, restart) => {
  const answers: boolean[] = [];
  const { user } = renderApp(<ContinueDialog position={125} onAnswer={(answer) => answers.push(answer)} />, { locale });
  expect(screen.getByRole('alertdialog', { name: title })).toHaveTextContent('2:05');
  await user.click(screen.getByRole('button', { name: resume }));
  await user.click(screen.getByRole('button', { name: restart }));
  expect(answers).toEqual([true, false]);
});
