import { parentPort, threadId } from 'node:worker_threads';

/** A thread that answers which one it is. */
parentPort?.on('message', () => {
  parentPort?.postMessage(threadId);
});
parentPort?.postMessage('ready');
