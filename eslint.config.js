import js from '@eslint/js';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['build/', 'dist/', 'node_modules/', 'web/generated/', '**/public/', 'examples/**/_build/'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...ts.configs.stylistic,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      eqeqeq: 'error',
      'no-console': 'off',
      // Indexing is checked by noUncheckedIndexedAccess already; within known bounds `!` says so.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      // Doing nothing is often what is meant: a handler that ignores, a method that need not.
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      'no-restricted-syntax': ['error', { selector: 'TSEnumDeclaration', message: 'Use a union of strings.' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // No eval and no text as markup: the strict CSP and "text is never HTML" hold by construction.
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-restricted-properties': [
        'error',
        { property: 'innerHTML', message: 'Text is text: use textContent or a Lit template.' },
        { property: 'outerHTML', message: 'Text is text: use textContent or a Lit template.' },
        { property: 'insertAdjacentHTML', message: 'Text is text: use textContent or a Lit template.' },
      ],
    },
  },
  // Tests look at markup, and hand over what the types forbid.
  { files: ['tests/**'], rules: { 'no-restricted-properties': 'off', '@typescript-eslint/no-explicit-any': 'off' } },
);
