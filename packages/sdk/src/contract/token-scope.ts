/**
 * Permissions of an access token, within the rights of its user (AMB-232). `write` covers daily work, `config` the tables that
 * set up companies and the platform.
 */
export const tokenScopes = ['read', 'write', 'export', 'import', 'config'] as const
export type TokenScope = (typeof tokenScopes)[number]
