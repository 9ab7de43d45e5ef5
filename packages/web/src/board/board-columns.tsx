import { Box } from '@chakra-ui/react'
import { DndContext, DragOverlay } from '@dnd-kit/core'
import { useRef } from 'react'
import type { Column } from '@tiffin/core'
import { BoardColumn } from './board-column.tsx'
import { cardStyles, columnStyles } from './board-styles.ts'
import { OrderCard, statusColours } from './order-card.tsx'
import { ColumnSwitcher } from './column-switcher.tsx'
import { useCardDragging } from './use-card-dragging.ts'
import { useCardPress } from './use-card-press.ts'

/** The columns side by side, and the card that is being dragged above them. */
export function BoardColumns({ columns }: { columns: readonly Column[] }) {
  const board = useRef<HTMLDivElement>(null)
  const { dragged, register, dropOf, context } = useCardDragging(columns, board)
  useCardPress(board)
  const first = columns.find(({ cards }) => cards.length > 0)?.status.order_status_id
  return (
    <DndContext {...context}>
      <Box display="flex" flexDirection="column" flex="1" minH="0" minW="0">
        <ColumnSwitcher columns={columns} board={board} />
        <Box
          ref={board}
          css={[cardStyles, columnStyles]}
          display="flex"
          gap="2"
          flex="1"
          p="2"
          minH="0"
          minW="0"
          overflowX="auto"
          overscrollBehaviorX="contain"
          scrollSnapType={{ base: dragged ? 'none' : 'x mandatory', md: 'none' }}
          scrollPaddingInline="2"
          data-testid="board"
        >
          {columns.map((column) => (
            <BoardColumn
              key={column.status.order_status_id}
              column={column}
              drop={dropOf(column.status.order_status_id)}
              isFirst={column.status.order_status_id === first}
              register={register}
              keep={dragged?.card.order_status === column.status.order_status_id ? dragged.card.order_id : undefined}
            />
          ))}
        </Box>
      </Box>
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <Box css={cardStyles} style={statusColours(dragged.status.color)}>
            <div className="card" data-lifted>
              <OrderCard card={dragged.card} status={dragged.status} />
            </div>
          </Box>
        )}
      </DragOverlay>
    </DndContext>
  )
}
