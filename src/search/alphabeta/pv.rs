//! The triangular table of principal variations (chessprogramming.org, "Triangular PV-Table").

/// For each ply, the best line found from there.
#[derive(Debug)]
pub(super) struct PvTable<M>(pub Vec<Vec<M>>);

impl<M: Copy> PvTable<M> {
    /// Forgets the line from this ply.
    pub(super) fn clear(&mut self, ply: usize) {
        if self.0.len() <= ply {
            self.0.resize(ply + 1, Vec::new());
        }
        self.0[ply].clear();
    }

    /// The line from this ply is this move and the line from the next ply, which has been cleared before its search.
    pub(super) fn set(&mut self, ply: usize, mv: M) {
        let (before, after) = self.0.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(mv);
        before[ply].extend(after.first().into_iter().flatten());
    }

    pub(super) fn line(&self, ply: usize) -> &[M] {
        self.0.get(ply).map_or(&[], Vec::as_slice)
    }
}
