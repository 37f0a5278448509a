/** For pages without WebCrypto: those by plain http. */
export { sha1 } from '@noble/hashes/legacy.js';
