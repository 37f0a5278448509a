const { createRequire } = require('node:module');
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Compiled code of the files of this worker, by path. */
const compiled = new Map();

const isPackage = (name) => /^@?\w/.test(name) && !name.startsWith('@jest/');

/**
 * Each test file has our own modules for itself, compiled once per worker. Packages of others are loaded once per
 * worker: to load them takes longer than most files.
 */
module.exports = class extends Runtime {
  constructor(...args) {
    super(...args);
    const { injectedModuleParameters } = this.executor;
    this.executor.compile = (source, filename) => {
      const known = compiled.get(filename);
      if (known?.source === source) return known.run;
      const run = vm.compileFunction(source, injectedModuleParameters, {
        filename,
        importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
      compiled.set(filename, { source, run });
      return run;
    };
  }

  requireModule(from, name, options, isActual) {
    const isTheirs =
      name !== undefined &&
      !options?.isInternalModule &&
      isPackage(name) &&
      !this._resolution.isCoreModule(name);
    return isTheirs
      ? createRequire(from)(name)
      : super.requireModule(from, name, options, isActual);
  }
};
