import { Box, chakra, VisuallyHidden } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { readFirstSteps } from '@tiffin/core/new-company'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Link } from 'react-router'
import { readOnce } from '../queries.ts'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'

/** Checklist for the owner of a new company before the first order; a step is ticked once its data exist. */
export function FirstSteps({ company }: { company: number }) {
  const t = useTranslate()
  const core = useCore()
  const { boardSettings } = core
  const hidden = useSelected(boardSettings.store, (state) => state.noFirstSteps)
  const { data } = useQuery({
    ...readOnce,
    refetchOnWindowFocus: true,
    queryKey: ['first steps', company],
    async queryFn() {
      // Until then it is not known whether the checklist is hidden.
      await boardSettings.loaded()
      return readFirstSteps(core)
    },
    meta: { failure: "can't read the first steps of a company" },
  })
  if (!data || data.hasOrders || hidden.includes(company)) return null
  const { steps } = data
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <chakra.section aria-labelledby="first-steps" mt="6" textAlign="start" data-testid="first-steps">
      <Box display="flex" alignItems="baseline" justifyContent="space-between" gap="2" mb="2">
        <Box as="h2" id="first-steps" fontWeight="semibold">
          {t('First steps')}
        </Box>
        <Box fontSize="sm" color="fg.muted">
          {t('Done: %1 of %2', [done, steps.length])}
        </Box>
      </Box>
      <chakra.ol display="grid" borderWidth="1px" borderRadius="l2" overflow="hidden" listStyleType="none">
        {steps.map(({ title, hint, isDone, path }, index) => (
          <chakra.li key={title} data-done={isDone || undefined} borderTopWidth={index === 0 ? '0' : '1px'}>
            <Box asChild display="flex" gap="3" px="3" py="2" alignItems="start" color="fg" _hover={{ bg: 'bg.subtle' }}>
              <Link to={path}>
                <Box
                  flexShrink={0}
                  mt="0.5"
                  boxSize="5"
                  borderRadius="full"
                  borderWidth="1px"
                  borderColor={isDone ? 'positive' : 'border.control'}
                  color="positive"
                  display="grid"
                  placeItems="center"
                >
                  {isDone && <Icon name="check" size={14} />}
                </Box>
                <Box minW="0">
                  <Box fontWeight="medium">
                    {t(title)} <VisuallyHidden>{isDone ? t('Done') : t('To do')}</VisuallyHidden>
                  </Box>
                  <Box fontSize="sm" color="fg.muted">
                    {t(hint)}
                  </Box>
                </Box>
              </Link>
            </Box>
          </chakra.li>
        ))}
      </chakra.ol>
      <Button mt="2" variant="ghost" size="sm" onClick={() => boardSettings.set({ noFirstSteps: [...hidden, company] })}>
        {t('Hide checklist')}
      </Button>
    </chakra.section>
  )
}
