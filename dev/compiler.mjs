import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { transformFile } from '@swc/core';

/** Folders whose sources are compiled one by one, in the time that `tsc` needs to look for what has changed. */
export const compiledFolders = ['src', 'sidecar'];

/** As `tsconfig.json` has it: types are stripped, not checked. */
const options = {
  swcrc: false,
  sourceMaps: true,
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
};

/**
 * Compiles the sources below a folder into another one, which `tsc` knows nothing of: that would take files of ours for
 * its own.
 */
export function createCompiler(root, target) {
  const outputOf = (path) => join(target, path.replace(/\.ts$/, '.js'));

  /** @param path of a source, from the root @throws swc's error, which shows the place */
  async function compile(path) {
    const [source, output] = [join(root, path), outputOf(path)];
    await mkdir(dirname(output), { recursive: true });
    if (path.endsWith('.json')) return copyFile(source, output);
    const { code, map } = await transformFile(source, options);
    await writeFile(`${output}.map`, map);
    await writeFile(output, `${code}\n//# sourceMappingURL=${output}.map\n`);
  }

  return {
    compile,
    /** @returns how many files it made */
    async compileAll() {
      await rm(target, { recursive: true, force: true });
      const paths = [];
      for (const folder of compiledFolders)
        for (const name of await readdir(join(root, folder), { recursive: true }))
          if (/\.(?:ts|json)$/.test(name)) paths.push(join(folder, name));
      await Promise.all(paths.map(compile));
      return paths.length;
    },
    remove: (path) => rm(outputOf(path), { force: true }),
  };
}
