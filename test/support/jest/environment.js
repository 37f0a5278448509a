const performance = require('node:perf_hooks');
const { TestEnvironment } = require('jest-environment-node');

/** Of the embedded servers that `global-setup.ts` has started, each worker has one. */
const { MONGODB_TEST_URIS, JEST_WORKER_ID } = process.env;
if (MONGODB_TEST_URIS !== undefined)
  process.env.MONGODB_TEST_URI = MONGODB_TEST_URIS.split(' ')[JEST_WORKER_ID - 1];

/**
 * Ends what a file has left: what it goes on with, or is told, holds all that the file has made. Gateways' metrics watch the
 * process without end, and services that a test has made without a gateway go on each second.
 */
const leftovers = new Set();
const { PerformanceObserver, monitorEventLoopDelay } = performance;
performance.PerformanceObserver = class extends PerformanceObserver {
  observe(options) {
    super.observe(options);
    leftovers.add(() => this.disconnect());
  }
};
performance.monitorEventLoopDelay = (options) => {
  const histogram = monitorEventLoopDelay(options);
  leftovers.add(() => histogram.disable());
  return histogram;
};
const { setInterval } = globalThis;
const setEndingInterval = (...params) => {
  const timer = setInterval(...params);
  leftovers.add(() => clearInterval(timer));
  return timer;
};

/**
 * Runs test files in the worker's own context, not in one of their own each: what `runtime.js` keeps for all files of
 * a worker, and Node's own modules, then know the same `Error`, `Date` and `Promise` as the file. Global names are put
 * back when a file ends.
 */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global = globalThis;
    this.moduleMocker = new this.moduleMocker.constructor(globalThis);
    const options = { config: config.projectConfig, global: globalThis };
    this.fakeTimersModern = new this.fakeTimersModern.constructor(options);
    this.environment = { ...process.env };
    this.exit = process.exit;
    this.globals = new Map(
      Reflect.ownKeys(globalThis).map((key) => [
        key,
        Object.getOwnPropertyDescriptor(globalThis, key),
      ]),
    );
  }

  async setup() {
    await super.setup();
    globalThis.setInterval = setEndingInterval;
  }

  async teardown() {
    await super.teardown();
    for (const end of leftovers) end();
    leftovers.clear();
    for (const key of Reflect.ownKeys(globalThis)) {
      const before = this.globals.get(key);
      if (!before) Reflect.deleteProperty(globalThis, key);
      else if (before.value !== Object.getOwnPropertyDescriptor(globalThis, key).value)
        Reflect.defineProperty(globalThis, key, before);
    }
    process.exit = this.exit;
    for (const name of Object.keys(process.env))
      if (!(name in this.environment)) delete process.env[name];
    Object.assign(process.env, this.environment);
  }
};
