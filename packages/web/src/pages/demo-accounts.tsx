import { Box, chakra } from '@chakra-ui/react'
import type { SessionState } from '@tiffin/core'
import { useTranslate } from '@tiffin/core/react'

type Account = SessionState['demo'][number]

/** The demo accounts, to sign in with one click; servers with real data list none. */
export function DemoAccounts({ accounts, onChoose }: { accounts: readonly Account[]; onChoose: (account: Account) => void }) {
  const t = useTranslate()
  return (
    <Box as="section" mt="8" aria-labelledby="demo-accounts">
      <Box as="h2" id="demo-accounts" fontSize="sm" fontWeight="medium" color="fg.muted" mb="2">
        {t('Demo accounts')}
      </Box>
      <Box borderWidth="1px" borderRadius="l3" bg="bg.panel" overflow="hidden">
        {accounts.map((account, index) => (
          <chakra.button
            key={account.login}
            type="button"
            display="grid"
            gridTemplateColumns="76px 1fr"
            alignItems="baseline"
            gap="3"
            w="full"
            px="3"
            py="2"
            textAlign="start"
            cursor="pointer"
            borderTopWidth={index === 0 ? '0' : '1px'}
            _hover={{ bg: 'bg.muted' }}
            _focusVisible={{ outlineOffset: '-2px' }}
            onClick={() => onChoose(account)}
          >
            <Box fontWeight="medium" dir="ltr" textAlign="start">
              {account.login}
            </Box>
            <Box color="fg.muted" fontSize="sm">
              {t.message(account.about)}
            </Box>
          </chakra.button>
        ))}
      </Box>
    </Box>
  )
}
