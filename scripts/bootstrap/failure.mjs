/** An expected failure: the problem, and one sentence that tells the user what to do. */
export class Failure extends Error {
  constructor(message, advice, detail) {
    super(message)
    this.name = 'Failure'
    this.advice = advice
    this.detail = detail
  }
}

// Enough for a tool's error message, without the hundreds of retries before it.
const shownLines = 40
const again = 'then run the same command again.'

// The first match wins, so specific causes come before general ones.
const causes = [
  [
    /ERR_PNPM_OUTDATED_LOCKFILE/,
    () => 'pnpm-lock.yaml does not fit the package.json files: run `npm run pnpm -- install` and commit the lock file.',
  ],
  [/ERR_PNPM_IGNORED_BUILDS/, () => 'Decide about that build script under allowBuilds in pnpm-workspace.yaml, ' + again],
  [/ENOSPC|no space left/i, (where) => 'The disk is full: free about 2 GB for ' + where + ', ' + again],
  [
    /EACCES|EPERM|EROFS|permission denied|read-only file system/i,
    (where) =>
      'This user may not write there: run as the owner of ' +
      where +
      ' or clone the repository into a folder of your own, ' +
      again,
  ],
  [
    /SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY|CERT_HAS_EXPIRED|invalid peer certificate/i,
    () =>
      "The registry's certificate is not trusted here: point npm's `cafile` setting and NODE_EXTRA_CA_CERTS at the right certificate, " +
      again,
  ],
  [
    /\bE401\b|\bE403\b|ERR_PNPM_FETCH_40[13]/,
    () => "The package registry refused: check npm's `registry` setting and your sign-in to it, " + again,
  ],
  [
    /\bE404\b|\bETARGET\b|ERR_PNPM_FETCH_404|ERR_PNPM_NO_MATCHING_VERSION/,
    () => "The package registry does not have that package: check npm's `registry` setting, " + again,
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|dns error|error sending request|tcp connect error|operation timed out/i,
    () => "The package registry cannot be reached: check the network (and npm's `registry` and `proxy` settings), " + again,
  ],
]

/** Advice for the error output of a tool or the file system; `where` is the folder being written. */
export function adviceFor(text, where) {
  for (const [pattern, say] of causes) if (pattern.test(text)) return say(where)
  return 'The lines above are what it said: mend that, ' + again
}

/** The message on stderr. An unexpected error keeps its stack, because it is a bug. */
export function formatFailure(error) {
  if (error instanceof Failure) {
    const detail = error.detail ? error.detail.trim().split('\n').slice(-shownLines).join('\n') + '\n' : ''
    return '\n' + detail + 'tiffin: ' + error.message + '\n        ' + error.advice + '\n'
  }
  return '\ntiffin: this is a bug in the scripts of this repository:\n' + ((error && error.stack) || error) + '\n'
}
