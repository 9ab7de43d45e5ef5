import { Box, Center, chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { pathOfRoute } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import type { ApiError, SessionUser } from '@tiffin/sdk/contract'
import { Link, Navigate, useLocation } from 'react-router'
import { boardQuery } from '../board/board-url.ts'
import { homePath } from '../home-path.ts'
import { type FromState, pageAfterSignIn } from '../latest-page.ts'
import { Icon } from '../ui/icon.tsx'
import { LanguageSelect } from '../ui/language-select.tsx'
import { Logo } from '../ui/logo.tsx'
import { ThemeSelect } from '../ui/theme-select.tsx'

interface Props {
  title: string
  /** Below the title. */
  about?: ReactNode
  children: ReactNode
}

/** The frame of the pages outside the console: sign-in, registration, links, codes and PIN. */
export const AuthFrame = ({ title, about, children }: Props) => (
  <Box h="full" overflowY="auto" display="grid" gridTemplateRows="auto 1fr">
    <Box as="header" display="flex" justifyContent="flex-end" gap="2" p="3">
      <LanguageSelect />
      <ThemeSelect />
    </Box>
    <Center as="main" p="4" pb="16" alignItems="start" pt={{ base: '4', md: '10vh' }}>
      <Box w="full" maxW="360px">
        <Box display="flex" alignItems="center" gap="3" mb="6">
          <Box color="accent">
            <Logo size={40} />
          </Box>
          <Box minW="0">
            <Box as="h1" fontSize="2xl" fontWeight="semibold" lineHeight="tight" overflowWrap="anywhere">
              {title}
            </Box>
            {about && <Box color="fg.muted">{about}</Box>}
          </Box>
        </Box>
        {children}
      </Box>
    </Center>
  </Box>
)

export const Labelled = ({ id, label, children }: { id: string; label: string; children: ReactNode }) => (
  <Box>
    <chakra.label htmlFor={id} display="block" fontWeight="medium" mb="1">
      {label}
    </chakra.label>
    {children}
  </Box>
)

/** Always on the page, so that screen readers announce its new contents. */
export function AuthError({ id, error }: { id: string; error: Pick<ApiError, 'message' | 'params'> | null }) {
  const t = useTranslate()
  return (
    <Box id={id} role="alert" display="contents">
      {error && (
        <Box display="flex" gap="2" p="2.5" borderRadius="l2" bg="negative.subtle" color="negative">
          <Box pt="0.5">
            <Icon name="alert" />
          </Box>
          {t.message(error.message, error.params)}
        </Box>
      )}
    </Box>
  )
}

export const AuthLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Box asChild color="accent" textDecoration="underline" minH="6" display="inline-flex" alignItems="center">
    <Link to={to}>{children}</Link>
  </Box>
)

export function BackToSignIn() {
  const t = useTranslate()
  return (
    <Box mt="4">
      <AuthLink to="/">{t('Back to sign-in')}</AuthLink>
    </Box>
  )
}

/** Continues after sign-in (NAV-62, NAV-65). */
export function AfterSignIn({ user }: { user: SessionUser }) {
  const { ports } = useCore()
  const location = useLocation()
  const { from } = (location.state ?? {}) as FromState
  const next = pageAfterSignIn(ports, user.admin_id, from)
  // An address with a board query opens the start page with that query instead of the last page.
  const query = boardQuery(new URLSearchParams(location.search))
  const latest = query === '' ? pathOfRoute(next.route ?? '', user.navigation) : undefined
  return <Navigate to={next.path ?? latest ?? homePath(user) + query} replace />
}

/** The signed-in user, whom these pages send on. */
export function useSignedIn(): SessionUser | null {
  const { session } = useCore()
  return useSelected(session.store, (state) => (state.phase === 'signed_in' ? state.user : null))
}
