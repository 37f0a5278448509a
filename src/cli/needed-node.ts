/** Ends the process, in words, on a Node that is too old for this program. */
const [major] = process.versions.node.split('.');
if (Number(major) < 24) {
  process.stderr.write(
    `adgate: Node 24 or newer is needed, this is ${process.version}: install it from nodejs.org, or run \`npx adgate\` in a checkout of the project, which brings its own\n`,
  );
  process.exit(1);
}
