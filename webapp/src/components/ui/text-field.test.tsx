import { screen } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { renderApp } from '@/testing/render';
import { ComboBox } from './combobox';
import { PasswordField } from './password-field';
import { SearchField } from './search-field';
import { TextField } from './text-field';

const nothing = () => undefined;

test.each(['ar', 'en'] as const)('what is typed has the direction of its own letters (%s)', (locale) => {
  renderApp(
    <>
      <TextField label="Name" value="" onChange={nothing} />
      <TextField label="Text" rows={3} value="مرحبًا!" onChange={nothing} />
      <SearchField label="Find" />
      <ComboBox label="Choice" options={[{ id: 'a', name: 'A' }]} value={null} onChange={nothing} />
    </>,
    { locale },
  );
  for (const name of ['Name', 'Text', 'Choice'])
    expect(screen.getByLabelText(name, { selector: 'input, textarea' })).toHaveAttribute('dir', 'auto');
  expect(screen.getByRole('searchbox')).toHaveAttribute('dir', 'auto');
});

test('addresses, numbers, codes and passwords are left to right in both languages', () => {
  renderApp(
    <>
      <TextField label="E-mail" type="email" value="" onChange={nothing} />
      <TextField label="Phone" type="tel" value="" onChange={nothing} />
      <TextField label="Code" ltr value="" onChange={nothing} />
      <PasswordField label="Password" value="" onChange={nothing} />
    </>,
    { locale: 'ar' },
  );
  for (const name of ['E-mail', 'Phone', 'Code', 'Password'])
    expect(screen.getByLabelText(name)).toHaveAttribute('dir', 'ltr');
});

test('an empty field has the page’s direction, and each line of a text its own', () => {
  const sheet = readFileSync('src/styles/index.css', 'utf8');
  expect(sheet).toMatch(/\[dir='auto'\]:placeholder-shown \{\s*direction: inherit;/);
  expect(sheet).toMatch(/\[dir='auto'\]:is\(\.whitespace-pre-line, \.whitespace-pre-wrap\)/);
  renderApp(<TextField label="Name" value="" onChange={nothing} />);
  expect(screen.getByLabelText('Name')).toHaveAttribute('placeholder', ' ');
});
