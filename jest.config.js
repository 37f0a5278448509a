module.exports = {
  testEnvironment: '<rootDir>/test/support/jest/environment.js',
  runtime: '<rootDir>/test/support/jest/runtime.js',
  testSequencer: '<rootDir>/test/support/jest/sequencer.js',
  roots: ['<rootDir>/test', '<rootDir>/packages/embedded-mongodb/test'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // A busy machine is no failure: what hangs is found a little later.
  testTimeout: 600_000,
  setupFiles: ['<rootDir>/test/support/run-sources.js'],
  // More than the usual two cores: many tests wait for processes, browsers and blocks.
  maxWorkers: 4,
  // Each file leaves the modules that it loaded behind: what collects that garbage would count as the next file's time.
  workerIdleMemoryLimit: '1500MB',
  transform: {
    '^.+\\.(ts|m?js)$': [
      '@swc/jest',
      {
        sourceMaps: 'inline',
        module: { type: 'commonjs' },
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', decorators: true },
          transform: {
            legacyDecorator: true,
            decoratorMetadata: false,
            useDefineForClassFields: false,
          },
        },
      },
    ],
  },
};
