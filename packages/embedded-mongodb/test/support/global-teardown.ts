import type { TestRun } from './global-setup';

export default async function globalTeardown(): Promise<void> {
  await (globalThis as TestRun).embeddedMongodb?.stop();
}
