/** A name as REST and OAuth spell it: `redirectUri` is `redirect_uri`. */
export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
