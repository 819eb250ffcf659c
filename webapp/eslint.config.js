import js from '@eslint/js';
import query from '@tanstack/eslint-plugin-query';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import formatjs from 'eslint-plugin-formatjs';
import { importX } from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import testingLibrary from 'eslint-plugin-testing-library';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import academy from './scripts/eslint-rules.mjs';

const layer = (files, forbidden) => ({
  files,
  rules: {
    'no-restricted-imports': ['error', { patterns: forbidden.map(([group, message]) => ({ group, message })) }],
  },
});
const noApp = [['@/app/*', '**/app/*'], 'app composes features; nothing imports app.'];
const noFeatures = [
  ['@/features/*', '**/features/*'],
  'Only app may import features: app -> features -> components, lib, i18n.',
];
const noComponents = [['@/components/*'], 'lib and i18n stand below components.'];

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'public', 'coverage'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  ...tseslint.configs.recommendedTypeCheckedOnly,
  ...query.configs['flat/recommended'],
  jsxA11y.flatConfigs.strict,
  {
    files: ['src/**/*.{ts,tsx}'],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { 'react-hooks': reactHooks, formatjs, academy, 'import-x': importX },
    settings: {
      ...importX.flatConfigs.typescript.settings,
      'import-x/resolver-next': [createTypeScriptImportResolver()],
    },
    rules: {
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      // The router is answered by throwing responses.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'lib', name: 'Response' }], allowThrowingUnknown: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      ...reactHooks.configs.recommended.rules,
      'formatjs/enforce-default-message': ['error', 'literal'],
      'formatjs/enforce-placeholders': 'error',
      'formatjs/no-literal-string-in-jsx': [
        'error',
        { props: { include: [['*', '{label,title,aria-label,placeholder,description,alt}']] } },
      ],
      'formatjs/no-offset': 'error',
      'academy/logical-properties': 'error',
      'academy/feature-boundaries': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // React Aria's components carry the label and the role themselves.
      'jsx-a11y/no-autofocus': ['error', { ignoreNonDOM: true }],
    },
  },
  layer(['src/features/**/*.{ts,tsx}'], [noApp]),
  layer(['src/components/**/*.{ts,tsx}'], [noApp, noFeatures]),
  layer(['src/lib/**/*.{ts,tsx}', 'src/i18n/**/*.{ts,tsx}'], [noApp, noFeatures, noComponents]),
  {
    files: ['src/**/*.test.{ts,tsx}', 'src/testing/**', 'src/features/*/testing.{ts,tsx}'],
    rules: { 'formatjs/no-literal-string-in-jsx': 'off', 'no-restricted-imports': 'off' },
  },
  // The page of the design system is for those who build it: its samples are not translated.
  { files: ['src/app/routes/dev/**'], rules: { 'formatjs/no-literal-string-in-jsx': 'off' } },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/components/ui/direction-icons.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "ImportDeclaration[source.value='lucide-react'] > ImportSpecifier[imported.name=/(?:Left|Right)(?:Icon)?$/]",
          message: 'Icons that point to a side mirror in Arabic: take them from components/ui/direction-icons.',
        },
      ],
    },
  },
  {
    files: ['src/**/*.test.{ts,tsx}'],
    ...testingLibrary.configs['flat/react'],
    settings: { 'testing-library/custom-renders': ['renderApp'] },
  },
  { files: ['scripts/**', '*.config.*'], ...tseslint.configs.disableTypeChecked },
  { files: ['scripts/**', '*.config.*'], languageOptions: { globals: globals.node } },
);
