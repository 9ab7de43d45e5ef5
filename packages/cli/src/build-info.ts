/** Documented constants of a build (CONST-02, AMB-207); the build environment may override them. */
export const VERSION = process.env['TIFFIN_VERSION'] ?? '0.0.1'
export const BUILD = process.env['TIFFIN_BUILD'] ?? '2025030301'
export const VERSION_LINE = `tiffin ${VERSION} (build ${BUILD})`
