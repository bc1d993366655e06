//! The processes of this machine, as Linux tells of them.

/// What `/proc/ID/stat` says: `ID (NAME) STATE PARENT GROUP ...`; NAME may contain anything.
#[derive(Clone, Copy, Debug)]
pub struct Stat {
    /// Its number.
    pub id: u32,
    /// A letter for what it does.
    pub state: u8,
    /// Who started it, or who got it as an orphan.
    pub parent: u32,
    /// Its process group.
    pub group: u32,
    /// Processor time, in the ticks of the system's clock.
    pub ticks: u64,
}

impl Stat {
    /// Of a process or a thread, by its file.
    pub fn read(path: &str) -> Option<Self> {
        let stat = std::fs::read(path).ok()?;
        let name_ends = stat.iter().rposition(|&byte| byte == b')')?;
        let fields: Vec<&str> =
            std::str::from_utf8(&stat[name_ends + 1..]).ok()?.split_ascii_whitespace().collect();
        let number = |k: usize| fields.get(k)?.parse::<u64>().ok();
        let id = stat.split(|&byte| byte == b' ').next()?;
        Some(Self {
            id: std::str::from_utf8(id).ok()?.parse().ok()?,
            state: *fields.first()?.as_bytes().first()?,
            parent: u32::try_from(number(1)?).ok()?,
            group: u32::try_from(number(2)?).ok()?,
            // Its own time in programs and in the system, then that of children that have ended.
            ticks: (11..=14).filter_map(number).sum(),
        })
    }

    /// Every process; none where the system has no such files.
    pub fn all() -> Vec<Self> {
        let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
        let ids = entries.flatten().filter_map(|entry| {
            entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok())
        });
        ids.filter_map(|id| Self::read(&format!("/proc/{id}/stat"))).collect()
    }
}
