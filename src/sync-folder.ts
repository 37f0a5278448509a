import { open } from 'node:fs/promises';
import { platform } from 'node:os';

/** So that the names in a folder outlast a loss of power. Windows opens no folders, and keeps their entries itself. */
export async function syncFolder(path: string): Promise<void> {
  if (platform() === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
