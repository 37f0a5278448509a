import { parentPort } from 'node:worker_threads';
import { AppError } from '../../errors';
import type { InspectionAnswer, InspectionRequest } from './content-workers';
import { inspectHtml } from './html-content';
import { inspectModel } from './model-content';
import { inspectVideo } from './video-content';

/** The thread that reads uploads: says that it is ready, then one message in, one out. */
parentPort?.on('message', (request: InspectionRequest) => {
  void answer(request).then((message) => parentPort?.postMessage(message));
});
// Its time begins here: to load the modules takes seconds on a busy machine.
parentPort?.postMessage('ready');

async function answer(request: InspectionRequest): Promise<InspectionAnswer> {
  try {
    const inspected = await inspect(request);
    if ('wanted' in inspected) return inspected;
    const { bytes, ...rest } = inspected;
    return { inspected: { ...rest, bytes: new Uint8Array(bytes) } };
  } catch (error) {
    // Classes do not pass between threads.
    if (error instanceof AppError)
      return { refused: { message: error.message, details: error.details ?? {} } };
    return { failed: error };
  }
}

function inspect({ type, bytes: { buffer, byteOffset, length }, ...options }: InspectionRequest) {
  const bytes = Buffer.from(buffer, byteOffset, length);
  switch (type) {
    case 'html':
      return inspectHtml(bytes, options);
    case 'video':
      return inspectVideo(bytes);
    case 'model':
      return inspectModel(bytes);
  }
}
