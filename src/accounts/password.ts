const leastLength = 8;
/** Longer ones would only cost time to hash. */
export const maxPasswordLength = 1024;

/** What is wrong with a new password; null when nothing is. */
export function problemOfPassword(password: string): string | null {
  return password.length < leastLength || password.length > maxPasswordLength
    ? `must have ${leastLength} to ${maxPasswordLength} characters`
    : null;
}
